import { useMutation } from '@tanstack/react-query'
import { setUser, useSession } from '#web/api/session.ts'
import { leaveFor } from '#web/api/leave.ts'
import { postAccount } from '#web/api/switch-account.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/** Another tab switched to another account or person: this page must not save there. Nothing typed is lost. */
export function SwitchedNotice() {
  const session = useSession()
  if (session.state !== 'switched') return null
  const { user, to } = session
  const isOwn = user.id === to.id
  return (
    <Dialog
      open
      title={isOwn ? 'You switched accounts' : 'Someone else is logged in'}
      description={
        isOwn
          ? `This page shows ${user.account.name}. In another tab you switched to ${to.account.name}.`
          : `This page shows ${user.account.name}. In another tab ${to.email} logged in.`
      }
      onOpenChange={() => undefined}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant={isOwn ? 'secondary' : 'primary'} onClick={leaveFor('/')}>
          Open {to.account.name}
        </Button>
        {isOwn && <SwitchBack id={user.account.id} name={user.account.name} />}
      </div>
    </Dialog>
  )
}

function SwitchBack({ id, name }: { id: string; name: string }) {
  const back = useMutation({
    mutationFn: () => postAccount(id),
    onSuccess: setUser,
    onError: ({ message }) => toastFailure("Couldn't switch accounts", message),
  })
  return (
    <Button disabled={back.isPending} onClick={() => back.mutate()}>
      Switch Back to {name}
    </Button>
  )
}
