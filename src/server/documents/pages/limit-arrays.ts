/** Limits what a PDF can unpack to, in a thread that opens PDFs of strangers. The limit of the thread's heap does not count arrays. */
export function limitArrays(largest: number): void {
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, args: unknown[], made) {
      if (typeof args[0] === 'number' && args[0] > largest)
        throw new RangeError('The PDF is too large when unpacked')
      return Reflect.construct(target, args, made) as Uint8Array
    },
  })
}
