"use client";

import { type DragEvent, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { announceChange } from "@/components/admin/ui/record-form";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { PICTURE_ACCEPT } from "@/lib/images/schema";
import { CENTERED_CROP, type Crop, cropSquare, moveCrop, openPicture } from "./crop";

/** A picture that was chosen but not uploaded, and the square of it that is shown. */
export type ChosenPicture = { file: File; url: string; width: number; height: number; crop: Crop };

type PictureFieldProps = {
  /** The path of the sweet's stored picture. */
  stored: string | null;
  /** The one that is chosen instead of it; null when it is to be removed. */
  picture: ChosenPicture | null | undefined;
  onChange: (picture: ChosenPicture | null | undefined) => void;
  error?: string;
};

/** How far an arrow key moves the picture, as a part of its side. */
const STEP = 0.02;

/** The picture of a sweet. It is chosen or dropped, and then moved and zoomed inside a square by pointer or keyboard. */
export function PictureField({ stored, picture, onChange, error: serverError }: PictureFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState<string>();
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const current = picture === null ? null : stored;
  const error = fileError ?? serverError;

  // An object URL keeps its file in memory until it is revoked.
  const url = picture?.url;
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);

  async function choose(file: File | undefined) {
    if (!file) return;
    const opened = await openPicture(file);
    if (typeof opened === "string") setFileError(opened);
    else {
      setFileError(undefined);
      onChange({ file, ...opened, crop: CENTERED_CROP });
    }
    if (input.current) input.current.value = "";
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsDraggedOver(false);
    announceChange(input.current);
    void choose(event.dataTransfer.files[0]);
  }

  return (
    <div className="sm:col-span-2">
      <label className="label" htmlFor={id}>
        Image <small>(optional)</small>
      </label>
      <div
        className={`flex flex-wrap items-center gap-4 border border-dashed p-3 katli-cut ${
          isDraggedOver ? "border-focus bg-accent-soft" : "border-border-strong bg-sunken/60"
        }`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDraggedOver(true);
        }}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={onDrop}
      >
        {picture ? (
          <CropView chosen={picture} onCrop={(crop) => onChange({ ...picture, crop })} />
        ) : (
          <img src={current ?? "/placeholder.svg"} alt="" className="size-16 bg-surface object-cover" />
        )}
        <div className="flex-1 min-w-[min(10rem,100%)]">
          <input
            ref={input}
            id={id}
            type="file"
            accept={PICTURE_ACCEPT}
            className="sr-only peer"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : `${id}-hint`}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          <label
            htmlFor={id}
            className="link inline-flex items-center min-h-11 peer-focus-visible:outline-3 outline-focus outline-offset-2"
          >
            {picture || current ? "Choose another photo" : "Choose a photo"}
          </label>
          <p id={`${id}-hint`} className="text-muted text-sm">
            {picture
              ? "Drag the photo, or use the arrow keys, to place it in the square"
              : "Or drop one here. Square, at least 960 × 960 pixels"}
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
    </div>
  );
}

function CropView({ chosen, onCrop }: { chosen: ChosenPicture; onCrop: (crop: Crop) => void }) {
  const { url, width, height, crop } = chosen;
  const drag = useRef<{ x: number; y: number; crop: Crop } | null>(null);
  const { left, top, side } = cropSquare(crop, width, height);
  const moveTo = (by: Partial<Crop>, from = crop) => onCrop(moveCrop(from, by, width, height));

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (!drag.current) return;
    const scale = side / event.currentTarget.clientWidth;
    const { x, y, crop: from } = drag.current;
    moveTo(
      { x: from.x - ((event.clientX - x) * scale) / width, y: from.y - ((event.clientY - y) * scale) / height },
      from,
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    const by: Record<string, Partial<Crop>> = {
      ArrowLeft: { x: crop.x - STEP },
      ArrowRight: { x: crop.x + STEP },
      ArrowUp: { y: crop.y - STEP },
      ArrowDown: { y: crop.y + STEP },
    };
    const move = by[event.key];
    if (!move) return;
    event.preventDefault();
    moveTo(move);
  }

  const percent = (part: number) => `${part * 100}%`;
  return (
    <div className="w-40">
      <div
        className="relative size-40 overflow-hidden bg-sunken cursor-move touch-none select-none"
        role="application"
        aria-label="Part of the photo that is shown; arrow keys move it"
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY, crop };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null;
        }}
      >
        <img
          src={url}
          alt="The chosen photo"
          draggable={false}
          className="absolute max-w-none"
          style={{
            width: percent(width / side),
            height: percent(height / side),
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
          max={4}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => moveTo({ zoom: Number(event.target.value) })}
        />
      </label>
    </div>
  );
}
