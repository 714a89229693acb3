import { errorCatalogue, limits } from '@goal/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';

type Props = { hasLogo: boolean; onChange: (base64: string | null | undefined) => void };

export function LogoField({ hasLogo, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const choose = (file: File | undefined): void => {
    setError(undefined);
    if (file === undefined) return onChange(undefined);
    if (file.size > limits.logoBytes) return setError(errorCatalogue.logo_invalid.message);
    void file.arrayBuffer().then((bytes) => onChange(base64Of(new Uint8Array(bytes))));
  };
  return (
    <Group align="flex-end" gap="xs">
      <TextInput
        ref={field}
        type="file"
        accept="image/png,image/webp"
        label="Logo"
        description="PNG or WebP, at most 64 KiB. It is shown 28 pixels high."
        onChange={(event) => choose(event.currentTarget.files?.[0])}
        error={error}
        style={{ flex: '1 1 14rem' }}
      />
      {hasLogo && (
        <Button
          variant="default"
          onClick={() => {
            if (field.current !== null) field.current.value = '';
            setError(undefined);
            onChange(null);
          }}
        >
          Remove the logo
        </Button>
      )}
    </Group>
  );
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
