/** A QR code, dark on white in both themes: many apps read no other. */
export const QrCode = ({ qr, label }: { qr: { size: number; path: string }; label: string }) => (
  <svg
    viewBox={`0 0 ${qr.size} ${qr.size}`}
    role="img"
    aria-label={label}
    shapeRendering="crispEdges"
    className="block w-60 max-w-full border border-border"
  >
    <rect width={qr.size} height={qr.size} fill="#fff" />
    <path d={qr.path} fill="#000" />
  </svg>
);
