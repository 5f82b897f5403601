import { ArrowLeft, ArrowRight, RotateCw, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { drawSmall, type Photo } from './read-photo.ts'

/** Texts in the language of the page. `{n}` is the number of the photographed page. */
type PhotoWords = {
  page: string
  earlier: string
  later: string
  turn: string
  remove: string
}

const ENGLISH_WORDS: PhotoWords = {
  page: 'Page {n}',
  earlier: 'Move page {n} up',
  later: 'Move page {n} down',
  turn: 'Rotate page {n}',
  remove: 'Remove page {n}',
}

type PhotoPagesProps = {
  photos: Photo[]
  onChange: (photos: Photo[]) => void
  words?: PhotoWords
}

const THUMBNAIL_PIXELS = 400

/** The photographed pages in their order. They can be moved, turned and removed before they are sent (SPEC C118). */
export function PhotoPages({ photos, onChange, words = ENGLISH_WORDS }: PhotoPagesProps) {
  function move(from: number, to: number) {
    const moved = photos.toSpliced(from, 1)
    onChange(moved.toSpliced(to, 0, ...photos.slice(from, from + 1)))
  }
  const turn = ({ id }: Photo) =>
    onChange(
      photos.map((photo) =>
        photo.id === id ? { ...photo, quarterTurns: (photo.quarterTurns + 1) % 4 } : photo,
      ),
    )
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,12.5rem),1fr))] gap-3">
      {photos.map((photo, at) => {
        const say = (text: string) => text.replace('{n}', String(at + 1))
        return (
          <li key={photo.id} className="grid gap-1 rounded-md border border-line p-1.5">
            <Thumbnail photo={photo} label={say(words.page)} />
            <div className="flex justify-between">
              <IconButton
                label={say(words.earlier)}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <ArrowLeft aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={say(words.later)}
                disabled={at === photos.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowRight aria-hidden className="size-4" />
              </IconButton>
              <IconButton label={say(words.turn)} onClick={() => turn(photo)}>
                <RotateCw aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={say(words.remove)}
                onClick={() => onChange(photos.filter(({ id }) => id !== photo.id))}
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Thumbnail({ photo, label }: { photo: Photo; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isShown = true
    void drawSmall(photo, THUMBNAIL_PIXELS).then((drawn) => {
      const shown = canvas.current
      if (!shown || !isShown) return
      shown.width = drawn.width
      shown.height = drawn.height
      shown.getContext('2d')?.drawImage(drawn, 0, 0)
    })
    return () => {
      isShown = false
    }
  }, [photo])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className="h-40 w-full rounded-sm bg-head object-contain"
    />
  )
}
