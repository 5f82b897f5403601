import { CircleCheck, X } from 'lucide-react'
import type { ImportListName } from '#core/transfer/import-list.ts'
import { getImportList } from '#core/transfer/lists.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import type { QueuedFile } from './queue.ts'

type FileListProps = {
  files: QueuedFile[]
  /** The lists that the user can import. */
  lists: readonly ImportListName[]
  current: QueuedFile | undefined
  disabled: boolean
  onChange: (file: QueuedFile, entity: ImportListName) => void
  onRemove: (file: QueuedFile) => void
}

/** The files in the order of their import, each with its list (SPEC C60). */
export function FileList({ files, lists, current, disabled, onChange, onRemove }: FileListProps) {
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Files</h3>
      <ol className="grid rounded-md border border-line text-sm">
        {files.map((file, at) => (
          <li
            key={file.key}
            aria-current={file === current ? 'step' : undefined}
            className="grid grid-cols-[1.5rem_minmax(0,1fr)_2.25rem] items-center gap-2 border-t border-line px-3 py-2 first:border-t-0 aria-[current=step]:bg-hover sm:grid-cols-[1.5rem_minmax(0,1fr)_12rem_2.25rem]"
          >
            <span className="text-muted tabular-nums">{at + 1}.</span>
            <span className="font-medium wrap-anywhere max-sm:col-span-2">{file.name}</span>
            {file.done === undefined ? (
              <FileChoice file={file} {...{ lists, disabled, onChange, onRemove }} />
            ) : (
              <span className="col-span-2 flex items-center gap-2 text-good max-sm:col-start-2">
                <CircleCheck aria-hidden className="size-4 shrink-0" />
                {file.done}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type FileChoiceProps = Omit<FileListProps, 'files' | 'current'> & { file: QueuedFile }

function FileChoice({ file, lists, disabled, onChange, onRemove }: FileChoiceProps) {
  return (
    <>
      <Select
        aria-label={`List for ${file.name}`}
        className="max-sm:col-start-2"
        disabled={disabled}
        value={file.entity}
        options={lists.map((name) => ({ value: name, label: getImportList(name).title }))}
        onChange={(name) => onChange(file, name as ImportListName)}
      />
      <Button
        variant="ghost"
        size="icon"
        disabled={disabled}
        aria-label={`Leave out ${file.name}`}
        onClick={() => onRemove(file)}
      >
        <X aria-hidden className="size-4" />
      </Button>
    </>
  )
}
