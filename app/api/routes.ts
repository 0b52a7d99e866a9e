import { type Route, routeOf } from "@/lib/http/endpoint";
import * as audit from "./admin/audit/route";
import * as auditFile from "./admin/audit.csv/route";
import * as key from "./admin/keys/[id]/route";
import * as keys from "./admin/keys/route";
import * as kitchenPacked from "./admin/kitchen/packed/route";
import * as kitchen from "./admin/kitchen/route";
import * as adminInvoice from "./admin/orders/[id]/invoice/route";
import * as adminInvoicePdf from "./admin/orders/[id]/invoice.pdf/route";
import * as confirmPayment from "./admin/orders/[id]/payments/[paymentId]/confirm/route";
import * as rejectPayment from "./admin/orders/[id]/payments/[paymentId]/reject/route";
import * as adminPayments from "./admin/orders/[id]/payments/route";
import * as refunds from "./admin/orders/[id]/refunds/route";
import * as adminOrder from "./admin/orders/[id]/route";
import * as adminOrderSlot from "./admin/orders/[id]/slot/route";
import * as adminOrderStatus from "./admin/orders/[id]/status/route";
import * as adminOrders from "./admin/orders/route";
import * as planDayMade from "./admin/plans/[productId]/[day]/made/route";
import * as planDay from "./admin/plans/[productId]/[day]/route";
import * as plan from "./admin/plans/[productId]/route";
import * as planDays from "./admin/plans/days/route";
import * as plans from "./admin/plans/route";
import * as paymentsByDay from "./admin/reports/payments/route";
import * as planReport from "./admin/reports/plans/route";
import * as salesByDay from "./admin/reports/sales-by-day/route";
import * as topProducts from "./admin/reports/top-products/route";
import * as settingsSection from "./admin/settings/[section]/route";
import * as settings from "./admin/settings/route";

import * as staffLink from "./admin/staff/[id]/link/route";
import * as staffMember from "./admin/staff/[id]/route";
import * as resetSecondFactor from "./admin/staff/[id]/second-factor/route";
import * as staff from "./admin/staff/route";

import * as adminStats from "./admin/stats/route";
import * as resendDelivery from "./admin/webhooks/[id]/deliveries/[deliveryId]/resend/route";
import * as deliveries from "./admin/webhooks/[id]/deliveries/route";
import * as webhook from "./admin/webhooks/[id]/route";
import * as webhookSecret from "./admin/webhooks/[id]/secret/route";
import * as webhookTest from "./admin/webhooks/[id]/test/route";
import * as webhooks from "./admin/webhooks/route";
import * as forgot from "./auth/forgot/route";
import * as invitation from "./auth/invitation/route";
import * as login from "./auth/login/route";
import * as logout from "./auth/logout/route";
import * as me from "./auth/me/route";
import * as register from "./auth/register/route";
import * as reset from "./auth/reset/route";
import * as confirmSecondFactor from "./auth/second-factor/confirm/route";
import * as secondFactor from "./auth/second-factor/route";
import * as cartItem from "./cart/items/[productId]/route";
import * as reserve from "./cart/reserve/route";
import * as cart from "./cart/route";
import * as contact from "./contact/route";
import * as customOrders from "./custom-orders/route";
import * as delivery from "./delivery/route";
import * as festivals from "./festivals/route";
import * as health from "./health/route";
import * as live from "./live/route";
import * as metrics from "./metrics/route";
import * as openapi from "./openapi.json/route";
import * as orderCancel from "./orders/[id]/cancel/route";
import * as invoice from "./orders/[id]/invoice/route";
import * as invoicePdf from "./orders/[id]/invoice.pdf/route";
import * as claimPayment from "./orders/[id]/payments/claim/route";
import * as order from "./orders/[id]/route";
import * as orders from "./orders/route";
import * as shop from "./shop/route";
import * as stockDays from "./stock/days/route";
import * as stock from "./stock/route";
import * as sweetDays from "./sweets/[id]/days/route";
import * as purchase from "./sweets/[id]/purchase/route";
import * as restock from "./sweets/[id]/restock/route";
import * as sweet from "./sweets/[id]/route";
import * as waste from "./sweets/[id]/waste/route";
import * as sweets from "./sweets/route";

// In the order of the document. tests/api/openapi.test.ts compares it with the files.
const modules = () => [
  sweets,
  sweet,
  sweetDays,
  purchase,
  restock,
  waste,
  stock,
  stockDays,
  cart,
  reserve,
  cartItem,
  delivery,
  orders,
  order,
  orderCancel,
  claimPayment,
  invoice,
  invoicePdf,
  login,
  register,
  logout,
  me,
  forgot,
  reset,
  invitation,
  secondFactor,
  confirmSecondFactor,
  shop,
  festivals,
  contact,
  customOrders,
  adminStats,
  topProducts,
  salesByDay,
  paymentsByDay,
  planReport,
  adminOrders,
  adminOrder,
  adminOrderStatus,
  adminOrderSlot,
  adminPayments,
  confirmPayment,
  rejectPayment,
  refunds,
  adminInvoice,
  adminInvoicePdf,
  settings,
  settingsSection,
  resetSecondFactor,
  plans,
  plan,
  planDays,
  planDay,
  planDayMade,
  kitchen,
  kitchenPacked,
  staff,
  staffMember,
  staffLink,
  keys,
  key,
  audit,
  auditFile,
  webhooks,
  webhook,
  webhookSecret,
  webhookTest,
  deliveries,
  resendDelivery,
  health,
  live,
  metrics,
  openapi,
];

/** Every documented route. A function, since the document's own route is one of them. */
export const apiRoutes = (): Route[] => modules().map(({ OPTIONS }) => routeOf(OPTIONS) as Route);
