const watchClicks = () => {
  let lastDialog: WeakRef<Element> | null = null;
  return (event: MouseEvent): void => {
    // A dialog that is gone may have been garbage-collected.
    if (event.detail > 1 && lastDialog !== null && lastDialog.deref()?.isConnected !== true) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
    lastDialog = dialog && new WeakRef(dialog);
  };
};

/** Ignores the second click of a double click on a dialog that the first one closed, so that it does not hit the page behind (ux 19, S20). */
export const ignoreSecondClicks = (): void => addEventListener('click', watchClicks(), { capture: true });
