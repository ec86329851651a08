/** What YAML made of a value is often not what its writer meant: says so where it explains a complaint. */
export const explainValue = (message: string, value: unknown, source: string | undefined): string => {
	if (!message.startsWith('expected ')) {
		return message;
	}
	if (value === null) {
		return `${message}, but nothing is there`;
	}
	const isTextWanted = message.startsWith('expected a string');
	if (isTextWanted && (typeof value === 'number' || typeof value === 'boolean')) {
		return `${message}; put it in quotes: "${(source ?? String(value)).slice(0, 40)}"`;
	}
	if (message === 'expected a boolean' && typeof value === 'string') {
		return `${message}; write true or false, without quotes`;
	}
	if (
		message === 'expected a number' &&
		typeof value === 'string' &&
		value.trim() !== '' &&
		!Number.isNaN(Number(value))
	) {
		return `${message}; remove the quotes`;
	}
	return message;
};
