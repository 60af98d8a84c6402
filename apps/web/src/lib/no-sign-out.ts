/** The identity provider has no sign-out endpoint, so its own session continues after a sign-out here (AUTH-17). */
export class NoSignOut extends Error {
  constructor() {
    super(
      'The discovery document of the identity provider names no end_session_endpoint. Turn its sign-out on (OpenID Connect RP-Initiated Logout), or keep its sessions short.',
    );
  }
}
