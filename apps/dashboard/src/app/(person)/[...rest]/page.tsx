import { notFound } from 'next/navigation';

/** Every other path is a 404, shown within the frame after sign-in. */
export default function UnknownPage() {
  notFound();
}
