/** What the server refused, and what to do first: it stays where the person is once the toast is gone. */
export function Refusal({ message }: { message: string | undefined }) {
  if (message === undefined) return null
  return <p className="w-full text-sm font-medium wrap-anywhere text-danger-ink">{message}</p>
}
