const watchClicks = () => {
  let asked: WeakRef<Element> | null = null;
  return (event: MouseEvent): void => {
    // A dialog that is gone may have been collected by now.
    if (event.detail > 1 && asked !== null && asked.deref()?.isConnected !== true) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
    asked = dialog && new WeakRef(dialog);
  };
};

/** From now on the second half of a double click that answered a question misses what stood behind it (ux 19, S20). */
export const missSecondClicks = (): void => addEventListener('click', watchClicks(), { capture: true });
