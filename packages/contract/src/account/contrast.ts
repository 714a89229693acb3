// Contrast of colours by WCAG 2.2, for the colour of a brand (rulings §10.38). Safe for browsers.

/** The grounds of the pages: white, and the lightest ground of the dark theme. */
export const grounds = { light: '#ffffff', dark: '#242424' } as const;

/** The least contrast of text (WCAG 2.2, 1.4.3). */
export const leastContrast = 4.5;

type Channels = readonly [red: number, green: number, blue: number];

/** Whether a text is a colour as it is stored: `#1a2b3c`. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

const channelsOf = (colour: string): Channels => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const written = (channels: Channels): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels; // map keeps the length
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * The nearest colour that can be read on a ground: the colour itself, or its first shade towards
 * black on the light ground, towards white on the dark one.
 */
export function readableOn(ground: keyof typeof grounds, colour: string): string {
  const target = ground === 'light' ? 0 : 255;
  const channels = channelsOf(colour);
  for (let share = 0; share <= 255; share += 1) {
    const shade = written(
      channels.map((channel) => Math.round(channel + ((target - channel) * share) / 255)) as unknown as Channels,
    );
    if (contrastOf(shade, grounds[ground]) >= leastContrast) return shade;
  }
  return ground === 'light' ? '#000000' : '#ffffff';
}
