import { NotFound } from '../ui/not-found.tsx';

export default function NotFoundPage() {
  return (
    <main>
      <NotFound what="This page" />
    </main>
  );
}
