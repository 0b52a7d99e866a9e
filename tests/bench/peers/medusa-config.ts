// @ts-nocheck: its packages are installed in Medusa's own folder only.
import { defineConfig } from "@medusajs/framework/utils";

const secret = "not secret at all, for a benchmark";
const cors = "http://localhost";

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    http: { storeCors: cors, adminCors: cors, authCors: cors, jwtSecret: secret, cookieSecret: secret },
  },
});
