Program.main()
