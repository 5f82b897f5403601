import type { ChangeEvent, ComponentProps } from 'react'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'

type SelectBoxProps = {
  label: string
  checked: boolean
  some?: boolean
  /** There are no rows to select. */
  disabled?: boolean
  /** `range`: the shift key was held. */
  onChange: (checked: boolean, range: boolean) => void
  /** Further attributes of the checkbox. */
  box?: ComponentProps<'input'> & { 'data-pick'?: number }
}

/** A row's checkbox with a larger click target. */
export function SelectBox({ label, onChange, box, ...state }: SelectBoxProps) {
  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
  }
  return (
    // Without `select-none`, a click with Shift would also select text.
    <label className="mx-auto grid max-sm:mr-0 size-8 shrink-0 cursor-pointer place-items-center select-none pointer-coarse:size-11">
      <Checkbox aria-label={label} onChange={change} {...box} {...state} />
    </label>
  )
}
