export type CredentialErrorCode =
	/** The native module is not there or does not load. */
	| 'keychain-not-installed'
	/** Nobody plays the keychain on this machine. */
	| 'keychain-absent'
	| 'keychain-silent'
	| 'keychain-locked'
	/** There is a keychain, but nothing in it that could keep a secret. */
	| 'keychain-empty'
	| 'keychain-refused'
	/** The encrypted file is needed and nobody says its passphrase. */
	| 'passphrase-missing'
	| 'passphrase-wrong'
	| 'file-damaged'
	/** A file or command that a reference names gave no secret. */
	| 'reference-failed'
	/** The encrypted file cannot be read or written. */
	| 'file-refused'
	/** The configuration does not say in a readable way where secrets are. */
	| 'store-unclear'
	/** Only this one: others may be fine. */
	| 'secret-damaged'
	| 'secret-unfit';

/** Says why a secret could not be read, kept or deleted. It never holds the secret. */
export class CredentialError extends Error {
	readonly code: CredentialErrorCode;
	readonly hint: string;

	constructor(code: CredentialErrorCode, message: string, hint: string) {
		super(message);
		this.name = 'CredentialError';
		this.code = code;
		this.hint = hint;
	}
}
