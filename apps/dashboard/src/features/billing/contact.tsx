import { Anchor, Text } from '@mantine/core';

export function NotSold({ contact }: { contact: string | null }) {
  if (contact === null) return <Text size="sm">Only your provider can change the plan.</Text>;
  return <Contact contact={contact} />;
}

/** Whom to ask for what no button does. */
export function Contact({ contact }: { contact: string | null }) {
  if (contact === null) return null;
  const href = /^https:\/\/\S+$/.test(contact)
    ? contact
    : /^[^\s@]+@[^\s@]+$/.test(contact)
      ? `mailto:${contact}`
      : undefined;
  return (
    <Text size="sm" mt="sm" style={{ overflowWrap: 'anywhere' }}>
      Ask your provider:{' '}
      {href === undefined ? (
        contact
      ) : (
        <Anchor href={href} underline="always" inherit>
          {contact}
        </Anchor>
      )}
    </Text>
  );
}
