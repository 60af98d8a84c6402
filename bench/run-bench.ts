/**
 * Runs a bench and prints its figures as one line of JSON. If the bench stalls without pending events, or calls
 * `process.exit`, an error is printed and the exit code is 1 (D-54).
 */
export const runBench = async (name: string, bench: () => Promise<unknown>): Promise<never> => {
  let settled = false;
  process.on('exit', (code) => {
    if (settled) return;
    console.error(`The bench ${name} ended before it had figures (exit code ${code}).`);
    process.exitCode = 1;
  });
  const figures = await bench();
  settled = true;
  console.log(JSON.stringify(figures));
  process.exit();
};
