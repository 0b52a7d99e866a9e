import path from "node:path";
import type { Environment } from "@/lib/env";
import { onePerProcess } from "@/lib/one-per-process";
import { folderStorage } from "./folder-storage";
import type { S3Settings } from "./s3-client";
import { connect, type S3Connection, s3Storage } from "./s3-storage";
import type { PictureStorage } from "./storage";

/** The settings of the storage, or null when pictures are in the folder. */
export function s3Settings(env: Readonly<Environment>): S3Settings | null {
  if (!env.S3_ENDPOINT) return null;
  return {
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET ?? "",
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? "",
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? "",
    prefix: env.S3_PREFIX ?? "",
    virtualHost: env.S3_VIRTUAL_HOST,
  };
}

/** The folder of pictures, whether or not the settings say that they are elsewhere. */
export const folderOf = (env: Readonly<Pick<Environment, "DATA_DIR">>): PictureStorage =>
  folderStorage(path.resolve(env.DATA_DIR));

// The connection alone is one per process. The storage is made for each caller, because each bundle has an AppError class of its own, and
// `instanceof` is true for that of the caller only.
const state = onePerProcess("S3", (): { connection?: S3Connection } => ({}));

/** Where the settings say that pictures are. */
export function pictureStorage(env: Readonly<Environment>): PictureStorage {
  const settings = s3Settings(env);
  if (!settings) return folderOf(env);
  state.connection ??= connect(settings);
  return s3Storage(state.connection);
}
