import { Download, RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FileType } from '#core/documents/documents.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type DrawnPage, openPages, type Pages } from './open-pages.ts'

export type ViewerProps = {
  name: string
  type: FileType
  /** Fetches the bytes. Throws an Error with a message for the user. */
  read: () => Promise<ArrayBuffer>
  /** The address to save the file from. */
  download: string
  onClose: () => void
}

const LEAST_ZOOM = 0.25
const MOST_ZOOM = 6
const ZOOM_STEP = 1.25
const MARGIN = 24
const WIDEST_AT_FIRST = 900

/** Shows the pages of a document in full screen. They can be zoomed and rotated. */
export function Viewer({ name, type, read, download, onClose }: ViewerProps) {
  const { opened, error } = usePages(read, type)
  const [zoom, setZoom] = useState(1)
  const [quarterTurns, setTurns] = useState(0)
  const [area, setArea] = useState<HTMLDivElement | null>(null)
  const room = useWidth(area)
  const width = Math.min(Math.max(room - MARGIN, 1), WIDEST_AT_FIRST) * zoom
  const zoomBy = (factor: number) =>
    setZoom((now) => Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, now * factor)))
  const turn = () => setTurns((now) => (now + 1) % 4)

  function onKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    if (ctrlKey || metaKey || altKey) return
    if (key === '+' || key === '=') zoomBy(ZOOM_STEP)
    if (key === '-') zoomBy(1 / ZOOM_STEP)
    if (key === '0') setZoom(1)
    if (key === 'r') turn()
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          className="fixed inset-0 z-50 grid grid-rows-[auto_minmax(0,1fr)] bg-head text-ink outline-none"
          aria-describedby={undefined}
          onKeyDown={onKey}
          onOpenAutoFocus={(event) => {
            // The pages get the focus, so that the arrow keys scroll immediately.
            event.preventDefault()
            area?.focus()
          }}
        >
          <header className="flex items-center gap-1 border-b border-line bg-surface p-2">
            <Dialog.Title className="min-w-0 grow truncate px-2 text-sm font-semibold">
              {name}
            </Dialog.Title>
            <IconButton label="Zoom out" onClick={() => zoomBy(1 / ZOOM_STEP)}>
              <ZoomOut aria-hidden className="size-4" />
            </IconButton>
            <output className="w-12 text-center text-xs tabular-nums max-sm:hidden">
              {Math.round(zoom * 100)}%
            </output>
            <IconButton label="Zoom in" onClick={() => zoomBy(ZOOM_STEP)}>
              <ZoomIn aria-hidden className="size-4" />
            </IconButton>
            <IconButton label="Rotate" onClick={turn}>
              <RotateCw aria-hidden className="size-4" />
            </IconButton>
            <DownloadLink href={download} aria-label="Download" className="max-sm:px-2.5">
              <Download aria-hidden className="size-4" />
              <span className="max-sm:hidden">Download</span>
            </DownloadLink>
            <IconButton label="Close" onClick={onClose}>
              <X aria-hidden className="size-4" />
            </IconButton>
          </header>
          <div
            ref={setArea}
            tabIndex={0}
            aria-label="Pages"
            role="region"
            className="overflow-auto p-3 outline-none"
          >
            {error && (
              <p role="alert" className="mx-auto max-w-md text-sm text-danger-ink">
                {error}
              </p>
            )}
            {!opened && !error && <Skeleton className="mx-auto h-full max-w-3xl" />}
            <ol className="mx-auto grid w-max gap-3">
              {opened?.pages.map((page, at) => (
                <li key={at}>
                  <PageCanvas number={at + 1} {...{ page, width, quarterTurns }} />
                </li>
              ))}
            </ol>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function usePages(read: () => Promise<ArrayBuffer>, type: FileType) {
  const [opened, setOpened] = useState<Pages>()
  const [error, setError] = useState<string>()
  const reading = useRef(read)
  useEffect(() => {
    let current: Pages | undefined
    let closed = false
    reading
      .current()
      .then((bytes) => openPages(bytes, type))
      .then((pages) => {
        current = pages
        if (closed) pages.close()
        else setOpened(pages)
      })
      .catch((reason: unknown) => {
        setError(reason instanceof Error ? reason.message : 'This document can’t be shown')
      })
    return () => {
      closed = true
      current?.close()
    }
  }, [type])
  return { opened, error }
}

/** The element's width in CSS pixels, without its scrollbar. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return width
}

type PageCanvasProps = {
  page: DrawnPage
  number: number
  /** The width of the page on the screen, in CSS pixels. */
  width: number
  quarterTurns: number
}

/** Far more pixels than any screen shows. Phones can't make larger canvases. */
const MOST_PIXELS = 12_000_000

/** A page of a document. It is drawn when it comes near the screen. */
function PageCanvas({ page, number, width, quarterTurns }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef(Promise.resolve())
  const isNear = useNear(canvas)
  const [failed, setFailed] = useState(false)
  const isSideways = quarterTurns % 2 === 1
  const [across, down] = isSideways ? [page.height, page.width] : [page.width, page.height]
  const scale = width / across

  useEffect(() => {
    const drawn = canvas.current
    if (!isNear || !drawn) return
    let stale = false
    const sharp = scale * window.devicePixelRatio
    const most = Math.sqrt(MOST_PIXELS / (page.width * page.height))
    // A canvas can have only one drawing in progress.
    drawing.current = drawing.current
      .then(() => (stale ? undefined : page.draw(drawn, Math.min(sharp, most), quarterTurns)))
      .catch(() => setFailed(true))
    return () => {
      stale = true
    }
  }, [page, scale, quarterTurns, isNear])

  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Page ${number}`}
        className="block max-w-none bg-white shadow-md"
        style={{ width, height: down * scale }}
      />
      {failed && <p className="text-sm text-danger-ink">Page {number} could not be displayed.</p>}
    </>
  )
}

/** Whether the element has ever been near the screen. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '100%' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
