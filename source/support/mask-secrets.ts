export const mask = '••••';

const secretName = /(key|token|secret|passw|auth|credential|bearer|cookie)/i;

/** Whether a variable, header, option or parameter of this name usually holds a secret. */
export const soundsSecret = (name: string): boolean => secretName.test(name);

const knownToken =
	/\b(sk-|pk_|rk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|npm_|hf_)[\w-]{8}|\beyJ[\w-]{10,}\.[\w-]+|^(Bearer|Basic|Token)\s+\S/i;
const randomLooking = /^(?=.*[A-Za-z])(?=.*\d)[\w+/=-]{24,}$/;

/** Whether a text has the shape of a token or key. */
export const looksSecret = (value: string): boolean => knownToken.test(value) || randomLooking.test(value);

const harmless = /^(\d{1,6}|true|false|[a-z]{1,12}|[\w.~-]*\/[\w./~-]*|[A-Z]:\\[\w.\\ -]*)$/i;

/** A value of an environment: shown only if neither its name nor its own shape speaks against it. */
export const maskValue = (name: string, value: string): string =>
	!soundsSecret(name) && !looksSecret(value) && (value === '' || harmless.test(value)) ? value : mask;

/** An address without passwords and without parameters that hold secrets. */
export const maskUrl = (url: string): string =>
	url
		.replaceAll(/(\w[\w+.-]*:\/\/)[^\s/?#@]+@/g, `$1${mask}@`)
		.replaceAll(/([?&#]([^=&#]+)=)([^&#]*)/g, (whole, start: string, name: string, value: string) =>
			soundsSecret(name) || looksSecret(value) ? `${start}${mask}` : whole,
		);

const maskArgument = (argument: string): string => {
	// What is before the first `=` of an address is not a name: it may itself hold a password.
	const [, name = '', value = ''] = /^([^=\s:/]+)=(.+)$/s.exec(argument) ?? [];
	if (name !== '' && (soundsSecret(name) || looksSecret(value))) return `${name}=${mask}`;
	return looksSecret(argument) ? mask : maskUrl(argument);
};

/** Arguments of a command without those that hold secrets. */
export const maskArguments = (args: readonly string[]): readonly string[] => {
	let isValueOfSecret = false;
	return args.map(argument => {
		const isHidden = isValueOfSecret && !argument.startsWith('-');
		isValueOfSecret = /^--?[^=]+$/.test(argument) && soundsSecret(argument);
		return isHidden ? mask : maskArgument(argument);
	});
};

const quote = (text: string): string =>
	/^[\w@%+=:,./\\•-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** A command as a person would type it, without secrets. */
export const showCommand = (command: string, args: readonly string[]): string =>
	[command, ...maskArguments(args)].map(quote).join(' ');
