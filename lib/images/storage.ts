/** Pictures that pages show, and pictures of forms that have not been saved yet. */
export type Kind = "uploads" | "drafts";

/** One that is stored: its name, its size in bytes and when it was written. */
export type StoredFile = { name: string; size: number; modified: Date };

/** Where pictures are: a folder, or a bucket of S3-compatible storage (docs/decisions/0020-pictures-in-s3.md). */
export type PictureStorage = {
  /**
   * Writes whole files. When it fails (`storage_full`, `service_unavailable`) nobody sees any of them: no row names them yet. Writing
   * a file that is there replaces it by itself, as names are made from content.
   */
  write(kind: Kind, files: { name: string; bytes: Buffer }[]): Promise<void>;
  /** The bytes, or null when there is no such file: only a storage that answers can say so. Otherwise `service_unavailable`. */
  read(kind: Kind, name: string): Promise<Buffer<ArrayBuffer> | null>;
  /** Deletes a file, if it is there. */
  delete(kind: Kind, name: string): Promise<void>;
  /** What is stored, in no order, without holding all of it in memory. */
  list(kind: Kind): AsyncIterable<StoredFile>;
};
