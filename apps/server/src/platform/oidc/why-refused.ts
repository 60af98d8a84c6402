import { errors } from 'jose';

// Why every token of a provider is refused, for whoever set it up: the page shows it at the sign-in. Tokens that somebody tampered with, and those that
// are merely old, are answered without a reason.

export const OTHER_CLIENT = 'The access token was issued to another client than ENDCAP_OIDC_CLIENT_ID';
const OPAQUE = 'The access token is no JWT: have the identity provider issue JWTs for the API that ENDCAP_OIDC_AUDIENCE names';

/** Providers issue opaque tokens as long as nothing says which API they are for. */
export const whyNoJwt = (token: string): string | undefined => (token.split('.').length === 3 ? undefined : OPAQUE);

const ofClaim: Readonly<Record<string, string>> = {
  iss: 'The access token is of another issuer than ENDCAP_OIDC_ISSUER',
  aud: 'The access token is for another API than ENDCAP_OIDC_AUDIENCE names',
  sub: 'The access token does not say whose it is: have the identity provider put sub into it',
  exp: 'The access token does not say when it expires: have the identity provider put exp into it',
};

/** By what the verification of a token threw. Claims are only compared once the signature was found good. */
export const whyRefused = (error: unknown): string | undefined => {
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'The access token is signed with an algorithm that ENDCAP_OIDC_ALGORITHMS does not name';
  return error instanceof errors.JWTClaimValidationFailed ? ofClaim[error.claim] : undefined;
};
