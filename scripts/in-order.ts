/**
 * The results of `work` for each item, in the order of the items, with at most `width` of them in progress or waiting to be taken: as
 * much of the results is in memory.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  width: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const started: Promise<R>[] = [];
  for await (const item of items) {
    const result = work(item);
    result.catch(() => {}); // it is thrown when its turn comes
    started.push(result);
    if (started.length >= width) yield (await started.shift()) as R;
  }
  for (const result of started) yield await result;
}
