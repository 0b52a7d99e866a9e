import Link from "next/link";

/** The limit for navigations in the browser: from a link and nothing else to a heading and nothing else. */
export default function LinkPage() {
  return (
    <main>
      <h1>Empty</h1>
      <Link href={"/bench-linked" as never}>Next</Link>
    </main>
  );
}
