import type { Noun } from "@/db/constants/auth";

export const nounTexts: Record<Noun, { name: string; about: string }> = {
  sweets: { name: "Sweets", about: "Create, change and delete sweets, with their pictures" },
  stock: { name: "Stock", about: "Restock, throw away, the stock ledger" },
  orders: { name: "Orders", about: "The list, details, status, window and sweets; orders taken for customers; sales" },
  payments: { name: "Payments", about: "Record, confirm and reject money received" },
  refunds: { name: "Refunds", about: "Money paid back" },
  kitchen: { name: "Kitchen", about: "What is to be made and packed, and what is thrown away" },
  plans: { name: "Plans", about: "What is made for a day, and what was made" },
  reports: { name: "Reports", about: "Statistics and reports" },
  invoices: { name: "Invoices", about: "Invoices of any customer, the GST summary" },
  customers: { name: "Customers", about: "The list of customers" },
  messages: { name: "Messages", about: "Messages to customers, and enquiries" },
  opening: { name: "Opening", about: "Pause, notice, windows and festivals" },
  settings: { name: "Settings", about: "All other settings" },
  staff: { name: "Staff", about: "Who works for the shop" },
  keys: { name: "API keys", about: "Keys of other programs" },
  webhooks: { name: "Webhooks", about: "Events that other programs are sent" },
  audit: { name: "Audit log", about: "Who did what" },
};
