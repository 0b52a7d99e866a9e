/** The limit for pages: nothing but the root layout. Only in the benchmark's copy of the project. */
export default function EmptyPage() {
  return <main>Empty</main>;
}
