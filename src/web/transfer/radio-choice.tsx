import { useId } from 'react'

type RadioChoiceProps<Value extends string> = {
  legend: string
  options: readonly { value: Value; label: string }[]
  /** Undefined: not answered yet. */
  chosen: Value | undefined
  onChoose: (value: Value) => void
}

/** A question about the file, with its answers. */
export function RadioChoice<Value extends string>(props: RadioChoiceProps<Value>) {
  const { legend, options, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset className="grid gap-1 text-sm">
      <legend className="font-semibold">{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="radio"
            name={name}
            className="size-4 shrink-0 accent-accent"
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
