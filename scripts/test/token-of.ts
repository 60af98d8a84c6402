/** An access token of one of the sandbox's people. */
export const tokenOf = async (issuer: string, person: string): Promise<string> => {
  const { token }: { token: string } = await (await fetch(`${issuer}/sandbox/token?person=${person}`)).json();
  return token;
};
