/** Where the link of /bench-links leads. */
export default function LinkedPage() {
  return (
    <main>
      <h1>Next</h1>
    </main>
  );
}
