const maxCharacters = 256 * 1024;

/** What is wrong with a text as instructions. */
export const badInstructions = (text: string): string | undefined => {
	if (text.trim() === '') return 'is empty';
	return text.length > maxCharacters ? 'is too long: instructions have at most 256 Ki characters' : undefined;
};
