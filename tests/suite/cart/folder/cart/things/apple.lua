return { name = "apple", color = 2 }
