import { useEffect, useRef } from 'react'
import { hasBounds } from '#core/lists/columns.ts'
import { BoundsEditor } from './bounds-editor.tsx'
import { ChoicesEditor } from './choices-editor.tsx'
import { LinksEditor } from './links-editor.tsx'
import type { EditorProps } from './props.ts'

export function FilterEditor(props: EditorProps) {
  const { kind, label } = props.filter
  const Editor = hasBounds(kind) ? BoundsEditor : kind === 'link' ? LinksEditor : ChoicesEditor
  const root = useRef<HTMLDivElement>(null)

  useEffect(() => {
    root.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])

  return (
    <div ref={root} className="grid gap-2">
      <p className="text-sm font-medium">{label}</p>
      <Editor {...props} />
    </div>
  )
}
