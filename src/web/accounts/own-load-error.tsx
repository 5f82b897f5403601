import { LoadError } from '#web/ui/load-error.tsx'
import { messageOf, useAccountTexts } from './messages/use-texts.ts'

/** A load error in the person's language, because the portal shows it too. */
export function OwnLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const texts = useAccountTexts()
  const message = `${texts.loadFailed} ${messageOf(error, texts)}`
  return <LoadError {...{ error, onRetry }} texts={{ message, retry: texts.retry }} />
}
