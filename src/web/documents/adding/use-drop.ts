import { useEffect, useEffectEvent, useState } from 'react'

/** Accepts files that are dropped anywhere on the page, unless a dialog is open. Returns whether files are being dragged over it. */
export function useDrop(onFiles: (files: File[]) => void, isOn: boolean): boolean {
  const [isOver, setOver] = useState(false)
  const isAccepting = () => isOn && !document.querySelector('[role=dialog], [role=alertdialog]')
  const over = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return
    // Without this the browser opens the file and leaves the page, even while a dialog is open.
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = isAccepting() ? 'copy' : 'none'
    setOver(isAccepting())
  })
  const drop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(false)
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length && isAccepting()) onFiles(files)
  })
  const leave = useEffectEvent((event: DragEvent) => {
    if (event.relatedTarget === null) setOver(false)
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('dragover', (event) => over(event), { signal })
    document.addEventListener('drop', (event) => drop(event), { signal })
    document.addEventListener('dragleave', (event) => leave(event), { signal })
    return () => listening.abort()
  }, [])
  return isOver
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}
