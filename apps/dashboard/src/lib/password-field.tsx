import { PasswordInput, type PasswordInputProps } from '@mantine/core';

const toggle = { 'aria-label': 'Show the password', tabIndex: 0 } as const;

type Props = PasswordInputProps & { email?: string };

/** `email`: the name under which password managers save the password, or fill it in. */
export const PasswordField = ({ email, ...props }: Props) => (
  <>
    {email !== undefined && (
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
    )}
    <PasswordInput name="password" label="Password" visibilityToggleButtonProps={toggle} {...props} />
  </>
);

export const newPasswordRule = 'At least 12 characters. Three or four unrelated words work well.';

export const NewPasswordField = (props: Props & { email: string }) => (
  <PasswordField description={newPasswordRule} autoComplete="new-password" {...props} />
);
