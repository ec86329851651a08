/** Who is about to press another key may press it on what has just come up: so long nothing answers it. */
export const guardMilliseconds = 300;
