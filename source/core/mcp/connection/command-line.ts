const maxLength = 200;
const secretFlag = /(key|token|secret|passw|auth|credential|bearer)/i;
const mask = '•••';

const quote = (text: string): string => (/^[\w@%+=:,./\\•-]+$/.test(text) ? text : `'${text}'`);

const maskInside = (argument: string): string => {
	const assignment = /^([^=\s]+)=(.+)$/s.exec(argument);
	if (assignment?.[1] !== undefined && secretFlag.test(assignment[1])) return `${assignment[1]}=${mask}`;
	return argument.replace(/(\w+:\/\/)[^\s/@]+@/g, `$1${mask}@`);
};

/** A command as a person would type it. Arguments that look like secrets are not shown. */
export const describeCommandLine = (command: string, args: readonly string[]): string => {
	let hideNext = false;
	const shown = args.map(argument => {
		const hidden = hideNext && !argument.startsWith('-');
		hideNext = /^--?[^=]+$/.test(argument) && secretFlag.test(argument);
		return hidden ? mask : maskInside(argument);
	});
	const line = [command, ...shown].map(quote).join(' ');
	return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
};
