import { type DragEvent, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { announceChange } from "@/components/admin/ui/record-form";
import { Button } from "@/components/ui/button";
import { FieldError, FieldFrame, fieldAriaProps } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { ActionFailure } from "@/lib/http/action-state";
import { MAX_PICTURE_PIXELS, PICTURE_ACCEPT, PICTURE_MESSAGES, sniffPicture } from "@/lib/images/schema";

/** The square part of a picture that is shown: its centre as parts of width and height (0 to 1), and the zoom (1 is the largest square). */
type Crop = { x: number; y: number; zoom: number };
type Size = { width: number; height: number };

/** A picture that was chosen but not uploaded, and the square of it that is shown. */
export type ChosenPicture = { file: File; image: HTMLImageElement; crop: Crop };

/** The largest side of an uploaded picture in pixels. The shop shows at most 960. */
const MAX_SIDE = 1600;
/** The largest file that is opened. The upload is far smaller. */
const MAX_BYTES = 40 * 1024 * 1024;
const MAX_ZOOM = 4;

/** Opens a picture by an object URL, or says why the file cannot be used. */
async function openPicture(file: File): Promise<HTMLImageElement | string> {
  if (!sniffPicture(new Uint8Array(await file.slice(0, 16).arrayBuffer()))) return PICTURE_MESSAGES.type;
  if (file.size > MAX_BYTES) return PICTURE_MESSAGES.bytes;
  const image = new Image();
  image.src = URL.createObjectURL(file);
  const isReadable = await image.decode().then(
    () => true,
    () => false,
  );
  if (isReadable && image.width * image.height <= MAX_PICTURE_PIXELS) return image;
  URL.revokeObjectURL(image.src);
  return isReadable ? PICTURE_MESSAGES.pixels : PICTURE_MESSAGES.unreadable;
}

/** The square that a crop shows, in pixels of the picture. It is always inside the picture. */
export function cropSquare({ x, y, zoom }: Crop, { width, height }: Size) {
  const side = Math.min(width, height) / zoom;
  const within = (middle: number, length: number) => Math.min(Math.max(middle * length - side / 2, 0), length - side);
  return { left: within(x, width), top: within(y, height), side };
}

/** Moves and zooms a crop, as far as the square stays inside the picture. */
export function moveCrop(crop: Crop, by: Partial<Crop>, size: Size): Crop {
  const next = { ...crop, ...by };
  const zoom = Math.min(Math.max(next.zoom, 1), MAX_ZOOM);
  const { left, top, side } = cropSquare({ ...next, zoom }, size);
  return { x: (left + side / 2) / size.width, y: (top + side / 2) / size.height, zoom };
}

/** The square as a JPEG. If the browser cannot draw it, the file itself is returned, because the server crops too. */
async function cropPicture({ file, image, crop }: ChosenPicture): Promise<Blob> {
  const { left, top, side } = cropSquare(crop, image);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.min(MAX_SIDE, Math.round(side));
  const context = canvas.getContext("2d");
  if (!context) return file;
  // Transparent parts get the colour of the linen in the photographs instead of black.
  context.fillStyle = "#f3e8d2";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), "image/jpeg", 0.92));
}

/**
 * Uploads the visible part of a picture before its form is submitted: resolves with the name of the stored picture, or with why it was not
 * stored, and rejects when the server does not answer. `onProgress` gets the part that has been sent, from 0 to 1; this needs
 * XMLHttpRequest, because fetch does not report the progress of an upload.
 */
export async function uploadPicture(
  picture: ChosenPicture,
  onProgress: (sent: number) => void,
): Promise<{ name: string } | Pick<ActionFailure, "code" | "message">> {
  const form = new FormData();
  form.set("image", await cropPicture(picture), "photo");
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/admin/sweets/picture");
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    const fail = () => reject(new Error("The picture could not be uploaded"));
    request.onload = () => (request.response ? resolve(request.response) : fail());
    request.onerror = fail;
    request.send(form);
  });
}

type PictureFieldProps = {
  /** The path of the sweet's stored picture. */
  stored: string | null;
  /** The one that is chosen instead of it; null when it is to be removed. */
  picture: ChosenPicture | null | undefined;
  onChange: (picture: ChosenPicture | null | undefined) => void;
  error?: string;
};

export function PictureField({ stored, picture, onChange, error: serverError }: PictureFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState<string>();
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const current = picture === null ? null : stored;
  const error = fileError ?? serverError;
  const hint = picture
    ? "Drag the photo, or use the arrow keys, to place it in the square"
    : "Or drop one here. Square, at least 960 × 960 pixels";

  // An object URL keeps its file in memory until it is revoked.
  const url = picture?.image.src;
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);

  async function choose(file: File | undefined) {
    if (!file) return;
    const opened = await openPicture(file);
    const isOpen = typeof opened !== "string";
    setFileError(isOpen ? undefined : opened);
    if (isOpen) onChange({ file, image: opened, crop: { x: 0.5, y: 0.5, zoom: 1 } });
    if (input.current) input.current.value = "";
  }

  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsDraggedOver(isOver);
  };
  function onDrop(event: DragEvent) {
    drag(false)(event);
    announceChange(input.current);
    void choose(event.dataTransfer.files[0]);
  }

  return (
    <FieldFrame id={id} label="Image" optional className="sm:col-span-2">
      <div
        className={`flex flex-wrap items-center gap-4 border border-dashed p-3 katli-cut ${
          isDraggedOver ? "border-focus bg-accent-soft" : "border-border-strong bg-sunken/60"
        }`}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={onDrop}
      >
        {picture ? (
          <CropView {...picture} onCrop={(crop) => onChange({ ...picture, crop })} />
        ) : (
          <img src={current ?? "/placeholder.svg"} alt="" className="size-16 bg-surface object-cover" />
        )}
        <div className="flex-1 min-w-[min(10rem,100%)]">
          <input
            ref={input}
            type="file"
            accept={PICTURE_ACCEPT}
            className="sr-only peer"
            {...fieldAriaProps(id, { error, hint })}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          <label
            htmlFor={id}
            className="link inline-flex items-center min-h-11 peer-focus-visible:outline-3 outline-focus outline-offset-2"
          >
            {picture || current ? "Choose another photo" : "Choose a photo"}
          </label>
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
          {(picture || current) && (
            <Button
              kind="danger-ghost"
              size="sm"
              className="px-0 mt-1"
              onClick={({ currentTarget }) => {
                announceChange(currentTarget);
                onChange(picture ? undefined : null);
              }}
            >
              <Icon name="x" />
              {picture ? "Undo this photo" : "Remove photo"}
            </Button>
          )}
        </div>
      </div>
      {error && (
        <FieldError id={`${id}-error`} role="alert">
          {error}
        </FieldError>
      )}
    </FieldFrame>
  );
}

/** How far an arrow key moves the picture, as a part of its side. */
const STEP = 0.02;
const arrows: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const percent = (part: number) => `${part * 100}%`;

function CropView({ image, crop, onCrop }: Omit<ChosenPicture, "file"> & { onCrop: (crop: Crop) => void }) {
  /** Where the picture was taken hold of. */
  const held = useRef({ x: 0, y: 0, crop });
  const { left, top, side } = cropSquare(crop, image);
  const moveTo = (to: Partial<Crop>) => onCrop(moveCrop(crop, to, image));

  function onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLDivElement>) {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const scale = side / currentTarget.clientWidth;
    const { x, y, crop: from } = held.current;
    moveTo({ x: from.x - ((clientX - x) * scale) / image.width, y: from.y - ((clientY - y) * scale) / image.height });
  }

  function onKeyDown(event: KeyboardEvent) {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    moveTo({ x: crop.x + arrow[0], y: crop.y + arrow[1] });
  }

  return (
    <div className="w-40">
      <div
        className="relative size-40 overflow-hidden bg-sunken cursor-move touch-none select-none"
        role="application"
        aria-label="Part of the photo that is shown; arrow keys move it"
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={({ currentTarget, pointerId, clientX, clientY }) => {
          currentTarget.setPointerCapture(pointerId);
          held.current = { x: clientX, y: clientY, crop };
        }}
        onPointerMove={onPointerMove}
      >
        <img
          src={image.src}
          alt="The chosen photo"
          draggable={false}
          className="absolute max-w-none"
          style={{
            width: percent(image.width / side),
            height: percent(image.height / side),
            left: percent(-left / side),
            top: percent(-top / side),
          }}
        />
      </div>
      <label className="flex items-center gap-2 text-sm mt-2">
        Zoom
        <input
          type="range"
          className="w-full accent-primary"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => moveTo({ zoom: Number(event.target.value) })}
        />
      </label>
    </div>
  );
}
