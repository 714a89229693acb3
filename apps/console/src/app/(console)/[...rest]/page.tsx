import { notFound } from 'next/navigation';

/** Every other path: within the shell, and only for who has signed in. */
export default function UnknownPage() {
  notFound();
}
