/** The first element that Tab reaches; visible while it has the focus. */
export function SkipLink() {
  return (
    <a href="#main" className="skip-link btn btn-primary">
      Skip to content
    </a>
  );
}
