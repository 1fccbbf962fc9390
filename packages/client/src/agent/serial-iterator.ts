/**
 * An iterator over what `pull` gives until that is `undefined`. Unlike an async generator's,
 * its `return()` takes effect at once, even while a `next()` waits: a consumer that leaves
 * must not have to wait for an agent that is silent.
 */
export function serialIterator<T>(
  pull: () => Promise<T | undefined>,
  stop: () => void,
): AsyncIterableIterator<T> {
  let done = false;
  let turn: Promise<unknown> = Promise.resolve();

  async function step(): Promise<IteratorResult<T>> {
    const value = done ? undefined : await pull();
    if (done || value === undefined) {
      done = true;
      return { done: true, value: undefined };
    }
    return { done: false, value };
  }

  const iterator: AsyncIterableIterator<T> = {
    next() {
      const result = turn.then(step);
      turn = result.catch(() => {
        done = true;
      });
      return result;
    },
    return() {
      done = true;
      stop();
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
