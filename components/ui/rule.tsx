export function Rule() {
  return (
    <div className="rule" aria-hidden="true">
      <i />
      <i />
      <i />
    </div>
  );
}
