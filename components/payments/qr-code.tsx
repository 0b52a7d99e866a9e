import { qrOf } from "@/lib/payments/qr";

/** A QR code, dark on white in both themes: many apps read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrOf(text);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="block w-60 max-w-full border border-border"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
