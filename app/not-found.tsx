import { Missing } from "@/components/layout/missing";

/** For the groups without a not-found of their own. Unknown addresses get global-not-found.tsx. */
export default function NotFound() {
  return (
    <main>
      <Missing />
    </main>
  );
}
