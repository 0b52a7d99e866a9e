"use client";

import { type ReactNode, Suspense, useEffect, useState } from "react";

type ChartBoxProps = { className?: string; style?: { height: string }; children: ReactNode };

/** Around a chart, which needs a browser: has its height before it is loaded. Without JavaScript nothing is shown. */
export function ChartBox({ children, ...box }: ChartBoxProps) {
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => setIsInBrowser(true), []);
  const loading = <p className="text-muted">Loading...</p>;
  return (
    <div {...box} data-for="visitor customer admin">
      {isInBrowser ? <Suspense fallback={loading}>{children}</Suspense> : loading}
    </div>
  );
}
