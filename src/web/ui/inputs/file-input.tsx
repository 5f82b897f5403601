import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'

type FileInputProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  onChoose: (file: File, all: File[]) => void
}

const SHAPE =
  'w-full min-w-0 rounded-md border border-line-strong bg-field text-sm file:mr-3 file:h-9 pointer-coarse:file:h-11 file:cursor-pointer file:border-0 file:border-r file:border-line-strong file:bg-head file:px-3.5 file:font-medium file:text-ink disabled:opacity-60 aria-invalid:border-danger-ink'

export function FileInput({ onChoose, className, ...rest }: FileInputProps) {
  return (
    <input
      {...rest}
      type="file"
      className={classes(SHAPE, className)}
      onClick={(event) => {
        // Without this, choosing the corrected file of the same name would not fire a change.
        event.currentTarget.value = ''
      }}
      onChange={(event) => {
        const all = [...(event.target.files ?? [])]
        if (all[0]) onChoose(all[0], all)
      }}
    />
  )
}
