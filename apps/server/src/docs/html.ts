const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for use between tags and in attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => escapes[one] ?? one);
