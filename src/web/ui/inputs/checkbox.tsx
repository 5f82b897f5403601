import type { ComponentProps } from 'react'
import { classes } from '#web/ui/classes.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Shows the third state: some are checked, not all. */
  some?: boolean
}

export function Checkbox({ some = false, className, ...rest }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      // HTML has no attribute for the third state.
      ref={(input) => {
        if (input) input.indeterminate = some
      }}
      className={classes('size-4 shrink-0 accent-accent', className)}
      {...rest}
    />
  )
}

type CheckLineProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

/** A checkbox with its label; a click anywhere on the line toggles it. */
export function CheckLine({ label, checked, onChange }: CheckLineProps) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-1 text-sm hover:bg-hover pointer-coarse:min-h-11">
      <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </label>
  )
}
