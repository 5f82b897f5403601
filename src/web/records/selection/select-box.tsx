import type { ChangeEvent } from 'react'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'

type SelectBoxProps = {
  label: string
  checked: boolean
  some?: boolean
  /** There is nothing that it could select. */
  disabled?: boolean
  /** `range`: the shift key was held. */
  onChange: (checked: boolean, range: boolean) => void
}

/** The checkbox of a row, with room around it to hit. */
export function SelectBox({ label, onChange, ...state }: SelectBoxProps) {
  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
  }
  return (
    // With shift held a click would select the text between, too.
    <label className="mx-auto grid size-8 shrink-0 cursor-pointer place-items-center select-none pointer-coarse:size-11">
      <Checkbox aria-label={label} onChange={change} {...state} />
    </label>
  )
}
