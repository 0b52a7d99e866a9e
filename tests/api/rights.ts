// What each operation of the API needs, and how it is tried whether somebody may use it.
import { call } from "./shop";

/** The permission that staff and keys need, or of several one. An operation of the admin area that is missing here, or has none in the document, fails. */
export const needs: Record<string, string | readonly string[]> = {
  "post /api/sweets": "sweets:write",
  "put /api/sweets/{id}": "sweets:write",
  "delete /api/sweets/{id}": "sweets:write",
  "post /api/sweets/{id}/purchase": "orders:write",
  "post /api/sweets/{id}/restock": "stock:write",
  "post /api/sweets/{id}/waste": ["stock:write", "kitchen:write"],
  "get /api/admin/stats": "reports:read",
  "get /api/admin/reports/top-products": "reports:read",
  "get /api/admin/reports/sales-by-day": "reports:read",
  "get /api/admin/reports/payments": "reports:read",
  "get /api/admin/reports/plans": "reports:read",
  "get /api/admin/reports/payments/list": "payments:read",
  "get /api/admin/reports/gst": "invoices:read",
  "get /api/admin/reports/gst/documents": "invoices:read",
  "get /api/admin/reports/gst/companies": "invoices:read",
  "get /api/admin/orders": "orders:read",
  "post /api/admin/orders": "orders:write",
  "get /api/admin/orders/{id}": "orders:read",
  "put /api/admin/orders/{id}/status": "orders:write",
  "put /api/admin/orders/{id}/slot": "orders:write",
  "put /api/admin/orders/{id}/items": "orders:write",
  "post /api/admin/orders/{id}/payments": "payments:write",
  "post /api/admin/orders/{id}/payments/{paymentId}/confirm": "payments:write",
  "post /api/admin/orders/{id}/payments/{paymentId}/reject": "payments:write",
  "post /api/admin/orders/{id}/refunds": "refunds:write",
  "get /api/admin/orders/{id}/invoice": "invoices:read",
  "get /api/admin/orders/{id}/invoice.pdf": "invoices:read",
  "get /api/admin/settings": ["opening:read", "settings:read"],
  "put /api/admin/settings/{section}": ["opening:write", "settings:write"],
  "get /api/admin/prices": "sweets:read",
  "put /api/admin/prices": "sweets:write",
  "get /api/admin/plans": "plans:read",
  "put /api/admin/plans/{productId}": "plans:write",
  "delete /api/admin/plans/{productId}": "plans:write",
  "put /api/admin/plans/days": "plans:write",
  "put /api/admin/plans/{productId}/{day}": "plans:write",
  "delete /api/admin/plans/{productId}/{day}": "plans:write",
  "post /api/admin/plans/{productId}/{day}/made": "plans:write",
  "get /api/admin/kitchen": "kitchen:read",
  "post /api/admin/kitchen/packed": "kitchen:write",
  "get /api/admin/staff": "staff:read",
  "post /api/admin/staff": "staff:write",
  "put /api/admin/staff/{id}": "staff:write",
  "post /api/admin/staff/{id}/link": "staff:write",
  "delete /api/admin/staff/{id}/second-factor": "staff:write",
  "get /api/admin/keys": "keys:read",
  "post /api/admin/keys": "keys:write",
  "delete /api/admin/keys/{id}": "keys:write",
  "get /api/admin/audit": "audit:read",
  "get /api/admin/audit.csv": "audit:read",
  "get /api/admin/webhooks": "webhooks:read",
  "post /api/admin/webhooks": "webhooks:write",
  "put /api/admin/webhooks/{id}": "webhooks:write",
  "delete /api/admin/webhooks/{id}": "webhooks:write",
  "post /api/admin/webhooks/{id}/secret": "webhooks:write",
  "post /api/admin/webhooks/{id}/test": "webhooks:write",
  "get /api/admin/webhooks/{id}/deliveries": "webhooks:read",
  "post /api/admin/webhooks/{id}/deliveries/{deliveryId}/resend": "webhooks:write",
};

/**
 * Sends no JSON and ids that are nobody's, or no ids: who may is answered 200, 400 or 404, never 401 or 403, since that comes first.
 * @param operation such as `put /api/sweets/{id}`
 */
export function tried(operation: string, token?: string, id: string = "2147483647") {
  const [method = "", path = ""] = operation.split(" ");
  const at = path
    .replace("/api", "")
    .replace("{section}", "pause")
    .replace(/\{\w+\}/g, id);
  const body = method === "get" ? undefined : "{ not json";
  return call(method.toUpperCase(), at, { token, body, headers: body ? { "content-type": "application/json" } : {} });
}
