"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { type ComponentType, lazy, Suspense } from "react";

type ErrorPage = ComponentType<{ reset: () => void }>;

/** An error boundary's page whose code is loaded when there is an error: Next.js loads the boundary itself with every page. */
export function errorPage(load: () => Promise<ErrorPage>): ErrorPage {
  const Page = lazy(() => load().then((page) => ({ default: page })));
  return (props) => (
    <Suspense>
      <Page {...props} />
    </Suspense>
  );
}
