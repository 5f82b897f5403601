import { useState, type PointerEvent } from 'react'
import type { Box } from '#core/confirmations/words/words.ts'

type PointLayerProps = {
  /** The size of the page, in points. */
  size: { width: number; height: number }
  onPoint: (box: Box) => void
}

type Point = { x: number; y: number }

/** In points. A shorter drag is a click. */
const MIN_DRAG = 4

/** Lies over a page while a person points: takes a click, or a drag with the mouse over words (SPEC C145). */
export function PointLayer({ size, onPoint }: PointLayerProps) {
  const [drag, setDrag] = useState<{ from: Point; to: Point }>()
  const toPoint = ({ currentTarget, clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return {
      x: ((clientX - left) / width) * size.width,
      y: ((clientY - top) / height) * size.height,
    }
  }
  const box = drag && toBox(drag.from, drag.to)
  return (
    <div
      role="presentation"
      data-pointing
      className="absolute inset-0 cursor-crosshair bg-[#3b82f6]/5"
      // The focus stays on the button, where Escape stops pointing.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => {
        // A finger scrolls the page instead: its tap is a click.
        if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: toPoint(event), to: toPoint(event) })
      }}
      onPointerMove={(event) => {
        if (drag && event.pointerType === 'mouse') setDrag({ ...drag, to: toPoint(event) })
      }}
      onPointerCancel={() => setDrag(undefined)}
      onPointerUp={() => {
        if (box) onPoint(box)
        setDrag(undefined)
      }}
    >
      {box && box.width > 0 && (
        <span
          className="absolute bg-[#ffd54a]/45 outline-2 outline-[#b45309]"
          style={{
            left: `${(box.x / size.width) * 100}%`,
            top: `${(box.y / size.height) * 100}%`,
            width: `${(box.width / size.width) * 100}%`,
            height: `${(box.height / size.height) * 100}%`,
          }}
        />
      )}
    </div>
  )
}

function toBox(from: Point, to: Point): Box {
  const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
  if (Math.max(width, height) < MIN_DRAG) return { ...from, width: 0, height: 0 }
  return { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width, height }
}
